// Takes away from this process what no permission flag of Node takes away: the network, and ways to load native code. Whoever
// got at JavaScript in spite of everything would find them closed.
import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';

const refuse = (): never => {
  throw new Error('the network is closed to this process');
};

/** Called once, before any foreign code; what was imported before keeps working. */
export function shutDoors(): void {
  for (const name of ['fetch', 'WebSocket', 'EventSource', 'BroadcastChannel', 'Worker', 'navigator', 'eval']) {
    Reflect.deleteProperty(globalThis, name);
  }
  net.Socket.prototype.connect = refuse;
  net.Server.prototype.listen = refuse;
  dgram.Socket.prototype.bind = refuse;
  dgram.Socket.prototype.send = refuse;
  dns.lookup = refuse as unknown as typeof dns.lookup;
  for (const name of ['binding', '_linkedBinding', 'dlopen', 'kill', 'getBuiltinModule', 'chdir', 'setuid', 'setgid']) {
    Object.defineProperty(process, name, { value: refuse, configurable: false, writable: false });
  }
}
