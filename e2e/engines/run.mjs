// Starts `npm run test:engines` from TypeScript, with the engine's own loaders.
import { register as registerHooks } from 'node:module';
import { register as registerTypeScript } from 'tsx/esm/api';

registerTypeScript();
registerHooks('../../src/cli/raw-loader.mjs', import.meta.url);
await import('./run.ts');
