// `npm run sbom`: a bill of materials of the built site (CycloneDX), beside it in dist/sbom.json. npm lists the packages; what
// stands inside their binaries is added from `licences.ts`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { register } from 'tsx/esm/api';

register();
const { PARTS, LICENCES, packagesIn } = await import('./licences.ts');

const npm = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'];
const shell = process.platform === 'win32';
const bill = JSON.parse(execFileSync('npm', npm, { encoding: 'utf8', shell, maxBuffer: 64 * 1024 * 1024 }));
const { name } = JSON.parse(readFileSync('package.json', 'utf8'));
// npm takes the name from the folder that the repository happens to lie in.
bill.metadata.component.name = name;
// What is needed to build and to test stays in the list, marked as not shipped. (npm's own `--omit=dev` leaves out packages
// that both sides need, svelte among them.)
const shipped = new Set(packagesIn(readFileSync(LICENCES, 'utf8')));
for (const component of bill.components) {
  const full = component.group ? `${component.group}/${component.name}` : component.name;
  component.scope = shipped.delete(full) ? 'required' : 'excluded';
}
if (shipped.size > 0) throw new Error(`npm does not list what is shipped: ${[...shipped].join(', ')}`);
for (const part of PARTS) {
  bill.components.push({
    'bom-ref': `${part.name}@${part.version}`,
    type: 'library',
    name: part.name,
    version: part.version,
    scope: 'required',
    description: `inside ${part.within.replaceAll('`', '')}`,
    licenses: [{ license: { name: part.licence, url: part.text } }],
  });
}
mkdirSync('dist', { recursive: true });
writeFileSync('dist/sbom.json', `${JSON.stringify(bill, null, 2)}\n`);
console.log(`dist/sbom.json: ${bill.components.length} components`);
