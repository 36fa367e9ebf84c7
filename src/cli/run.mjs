// Starts a command of the command line from TypeScript. Usage: node src/cli/run.mjs <command> [arguments]
import { register as registerHooks } from 'node:module';
import { register as registerTypeScript } from 'tsx/esm/api';

registerTypeScript();
registerHooks('./raw-loader.mjs', import.meta.url);

const [command = '', ...rest] = process.argv.slice(2);
const commands = ['check', 'references', 'bench', 'twin', 'fuzz'];
if (!commands.includes(command)) {
  console.error(`run: unknown command "${command}"; expected one of ${commands.join(', ')}`);
  process.exit(2);
}
process.argv = [process.argv[0], command, ...rest];
await import(`./${command}.ts`);
