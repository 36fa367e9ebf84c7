// The request that a function of one's own never had, for the places that show or send a task's request: what is known
// of it, and nothing about crashes.
import type { OwnFunction } from '../model/own.ts';
import type { TaskCategory } from '../model/task.ts';
import type { OwnCall } from './call.ts';

/** Markdown. */
export function requestFor(own: OwnFunction, call: OwnCall, category: TaskCategory): string {
  const helpers = new Set(call.args.flatMap((one) => ('helper' in one ? [one.helper] : [])));
  const parts = [
    `The Python function \`${call.function}(${call.parameters.join(', ')})\`${titleNote(own, call)} is called like this:`,
    fenced('python', own.call.trim()),
  ];
  if (helpers.has('conn')) parts.push('`conn` is an open `sqlite3` connection.');
  if (category !== 'files' && own.sql.trim() !== '') {
    parts.push(
      `The database ${helpers.has('conn') ? '' : '`app.db` '}starts like this:`,
      fenced('sql', own.sql.trim()),
    );
  }
  if (helpers.has('notifier')) {
    parts.push(
      '`notifier` is an email client. It raises an exception if the email could not be sent, and drops repeated sends ' +
        'with the same `idempotency_key`:',
      fenced('python', 'notifier.send(to, subject, body, idempotency_key=None)'),
    );
  }
  if (helpers.has('cache')) {
    parts.push(
      '`cache` is the client of a cache. Each method raises an exception if the cache does not answer:',
      fenced('python', 'cache.get(key, default=None)\ncache.set(key, value)\ncache.delete(key)'),
    );
  }
  if (own.files.length > 0) {
    const names = own.files.map((file) => `\`${file.path}\``).sort();
    parts.push(`These files are there, relative to the working directory: ${names.join(', ')}.`);
  }
  return `${parts.join('\n\n')}\n`;
}

function titleNote(own: OwnFunction, call: OwnCall): string {
  const title = own.title.trim();
  return title === '' || title === call.function ? '' : ` (“${title}”)`;
}

/** A fence longer than any in the text. */
function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replaceAll('\r\n', '\n')}\n${fence}`;
}
