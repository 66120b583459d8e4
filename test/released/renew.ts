/** `npm run release-template`: keeps what this version deploys as what the next versions must not break. */
import { existsSync, writeFileSync } from 'node:fs';
import { file, lastReleased, releasedToday, upgradeBreaks } from './released.ts';

const breaks = existsSync(file) ? upgradeBreaks(lastReleased()) : [];
if (breaks.length > 0 && !process.argv.includes('--break')) {
  console.error(
    [...breaks, 'Nothing was written: -- --break keeps the template in spite of this.'].join('\n'),
  );
  process.exitCode = 1;
} else {
  writeFileSync(file, `${JSON.stringify(releasedToday(), null, 2)}\n`);
}
