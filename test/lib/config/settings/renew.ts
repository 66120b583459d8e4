/** `npm run settings-pages`: writes what the pages say of settings as the tables of `lib/config/settings` have it. */
import { writeFileSync } from 'node:fs';
import { settingPages } from './pages.ts';

for (const { file, shouldBe } of settingPages()) writeFileSync(file, shouldBe);
