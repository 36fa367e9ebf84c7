// What version 1 of the links takes as known: deflate refers back into it, so that usual code costs few characters.
// Frozen: one changed byte breaks every link of that version, and a test holds its SHA-256. A better one is a version 2.
import pythonAndSql from './dictionary-1.txt?raw';

/** Each as the codec writes it: its length, then the name. Tasks that came later are not here, and cost a little more. */
const TASKS = [
  'add-a-comment',
  'add-a-slug-column',
  'append-to-a-ledger',
  'archive-imported-files',
  'archive-old-orders',
  'cancel-a-subscription',
  'count-a-page-view',
  'delete-a-users-data',
  'delete-an-attachment',
  'export-a-sales-report',
  'import-customers-csv',
  'invite-a-user',
  'mark-an-order-paid',
  'place-an-order',
  'process-pending-jobs',
  'receive-a-stock-delivery',
  'redeem-a-gift-card',
  'save-a-user-setting',
  'send-queued-emails',
  'set-a-config-option',
  'store-an-upload',
  'transfer-money',
  'update-prices',
  'refund-an-order',
].map((id) => String.fromCharCode(id.length) + id);

/** How a body begins: engine, rules, then line and point of a crash. */
const BEGINNINGS = ['\x051.0.0\x01\x0c\x01', '\x051.0.0\x01\x10\x02', '\x051.0.0\x01\x14\x03'];

/** Most usual last, where a reference is shortest. Line ends are those of the text, not those of the checkout. */
export const DICTIONARY_1: Uint8Array = new TextEncoder().encode(
  pythonAndSql.replaceAll('\r\n', '\n') + TASKS.join('') + BEGINNINGS.join(''),
);
