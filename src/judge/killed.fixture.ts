// Databases and journals that another SQLite (3.39.0, WebAssembly) left when its process was killed. Raw deflate
// in base64; for tests only. Each holds `accounts(id, balance)` with the committed rows (1, 100) and (2, 0).
import { inflateRawSync } from 'node:zlib';

function inflated(base64: string): Uint8Array {
  return new Uint8Array(inflateRawSync(Buffer.from(base64, 'base64')));
}

export const KILLED = {
  /** 24 576 bytes: `accounts` and twelve wide rows, before the transaction. */
  before: inflated(
    '7do/S8NAHMbx3+VfU61EKFKXwi1CC+LSN2CVbl3Ubg5ybaIU+48YC4UuTm6+Cd9UX4RrHXSRtgZxcpLG+v0sCZfcdDzHPSQXZ81u' +
      'EunrYdw3ia7Jriglx1qLiCMinnyxPsdSSn7myNHV/s5icjCV4DmYCgAAAAAA/8yB5ZWKRVVLTLsXjUw4MqF9et6otxq6VT9pNvTI' +
      'hJVx9VLlSuWyesgv3zOdzvB+kNylV+vbjHS00g11d5BEN1GsR3G3b+KJvo0mh7ptembQidKH1VU3n0vwFsxZEQAAAAAANoht2eI7' +
      'yhYVusv+/7oY9YL31Q3+vsecYz/tGQBr9ZizSSKQgSRaJBHIQBIVSQTWRERcf/F7vrP4/u+omRTG/ovbVjOaM/0fAP0foP8DoP8D' +
      'm4f+v6n932eHBTJw1smRRCADSfRIIpCBJLokEaD/45f6f4EdFsjAWWebJAIZSOIWSQQykMQ8SQTW7gM=',
  ),
  /** The same file in the middle of a transaction that changed every row and added twelve. */
  spilled: inflated(
    '7dq7TgJBFIDhM7vLTcElIQYbkmlMIDE2vIBosKJR6SzMAKshcguuJCQ0VnS+hC/FQ9hioY0BJMbKiuyI/9csmWUbyD+ZE7i6qLXD' +
      'QN/2h10T6rJkRSk50VpEPBGJyzfna21Nye88Ob45yCwe9ifiv/gTAQAAAADgnzl04vlcTpVD0+gEA9MamJZ7dlmt1Ku6XjmtVfXA' +
      'tIqj0rVK5AsF9ZRavs80m/3HXviwvjo/nlivFtst3e6FwV0w1INhu2uGY30fjI90w3RMrxmsb5ZWs/lc/Hd/zjcCAAAAAMAWcR1X' +
      'kp5yRZ3HlvP/22I17n+sXuDvmyY893nfAIjUNOFSImBBiQ4lAhaUqCgRiIiIxJKLv+d7i9//PTWT9Cj5GmuoGZPzNs3/DQCRWs3/' +
      'fA5A1CU6lAhYUKKiRCByzP/bOv8n2WEBC846CUoELCgxTomABSXGKBFg/seG5v80OyxgwVlnlxIBC0rcoUTAghJTlAgw/2ND83+W' +
      'HRaw4KzjUyJgQYl7lAhYUGKGEoHIfQI=',
  ),
  /** The hot journal of `spilled`. */
  spilledJournal: inflated(
    '7d2/SxthHMfx73M/8sMaTpCiy8HToaBQumQrFJqWbC62bh3kSe5ajsYkpFdBcCkI4tL/QfwjOjkZ506i/g+Cg1iwXcolRtqt2z3c' +
      'vV9DEi53y8EH7vvheZLLM/9OH3bPRURFL/eORaQi4ojIgqAUnEb2EtxK8Cu45XYAAAAAAFAgruNKzVOuqOi+90EJXf7V//WS5nf6' +
      'v9Lxsv7PUxcyv1278jvqgltSDPtVz/322ADI1X7VJYmABUl0SCJgQRIVSQRy10teHDAt0/+NT44H9H+l49P/FbX/q/GEBVgw61RJ' +
      'ImBBEiskEbAgiT5JBHI3Phm3mJbp/xqnP57Q/5VOhf6vqP3fPE9YgAWzziOSCFiQxDmSCFiQxDpJBHLXOD27YVpGaOoh/V/puP7k' +
      '9/9+TrrA4Pf0A4rQ/7H/F7Bh1mH/L2BDEtn/C9iQRPb/AnnJdv7VspU/XmiC62z917v1tSSN9YfBaMukuikLopS80jo7adoLPXDu' +
      'j82o/xhHPXm+uTz9r4FdCY6CXSZ0AAAAAEDZPHUqS4uLqpmaTi8emmhoIvfN23Zro603Wq/X2npoopXt1fequhSG6mt9cp7pdgdf' +
      '+unn2bvzzxWzoytJpJN+Gn+MR3o4SrbMaEd/inee6Y7pmX43nn25mq3/+AM=',
  ),
  /** A database whose transaction has not reached the file yet. */
  unspilled: inflated(
    '7de9CsIwEAfwS1pQB4mbLoUbFcTFF/CDbi5qNwdJ2yhFrRLj0NFn8RldnEQwiwju8v/BcdzHdNst57PCGd4c7UE7HlKLhKARMxHJ' +
      'd3iCiMKP+hdJg3Wn+VpWN1I3AgAAAAAAAIDvVqLWjiJxbTid7o3OsuOldGef5XQRj5OYk/FkFrPvdouci9KZrbF8ssVB24p3pupz' +
      'qve6zIwf9l6/uVR3Ug91x6kBAAAAAAAA/kggA6qHIiCRPwE=',
  ),
  /** The journal of `unspilled`, its header not yet written. */
  unspilledJournal: inflated(
    '7dixDYAwEEPRnxwFDTpmYwaGYzb6CCkVCg07wH+yPIBLw2s7rhOoT1jRL9RlVDayZ3MOSZIkSZI+JGowTyUo+/h9bg==',
  ),
  /** A database in WAL mode whose tables stand in the log only. */
  wal: inflated('Cw70ySxJVUjLL8pNLFEwZhBgYGJicFBQYGBgYIRiSgAjg168BC+IJcAwCkbBKBgFo2AUjIJRMApGwSgYBaNgFIyCAQIA'),
  /** Its log: account 1 committed with 70; a change of account 2 to 30 was not committed. */
  walLog: inflated(
    '7dg7SwNBFIbhs5N4K3TTGZDAFAoKapPC1kTWKhZqOgvZJKssiYmsaxFBolbWIthYmUZQBMFWxdLLL1BQEMTaIo2NspAFDYJ9eB8Y' +
      'hjkzp5nufBO1zh0Ze42LxCTwsH9SGzztuM7uHbzcbw0ci4jxs27Vbm6HUk9f87MZ13f0UsVbsX2dlJgoJZNai4hqrlDQH205/0fJ' +
      '+GK8N3hs1sWsCwAAAAAA+NuC0dWfSBjbPb6dKzl2Pl9ZL/tr4a6m5qxU1tLZVDpj6bA67Ba0W/adZcfTq567YntVXXSqozpnl+xy' +
      '3gkvR8I5P8wFns/u3q+KF0fBzN6MEgAAAAAAQPv6lQu8baT7HpOXlSAXUGZDzE+zwRcBAAAAANBGIioi3VEjIkahNRc4PJ/52Ewa' +
      'u+QCAAAAAAC0fS4w/Q0=',
  ),
};
