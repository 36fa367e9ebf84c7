// `npm run licences`: builds the site and writes what it contains into docs/licences.md.
import { build } from 'vite';

process.env.BY_ACCIDENT_WRITES_LICENCES = 'yes';
await build({ logLevel: 'warn' });
