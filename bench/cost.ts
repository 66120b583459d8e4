/** `npm run cost`: writes docs/cost.md from measured units, list prices and the template. README.md has its totals too. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deployedByDefault } from './cost/deployed.ts';
import { costPage, totals } from './cost/page.ts';

const deployed = deployedByDefault();
await writeFile(join(import.meta.dirname, '../docs/cost.md'), costPage(deployed));
for (const { monitors, total } of totals(deployed)) console.log(`| ${monitors} | ${total} |`);
