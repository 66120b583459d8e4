/** The expressions cron's nicknames stand for (crontab(5)). */
export const NICKNAMES: ReadonlyMap<string, string> = new Map([
  ['hourly', '0 * * * *'],
  ['daily', '0 0 * * *'],
  ['midnight', '0 0 * * *'],
  ['weekly', '0 0 * * 0'],
  ['monthly', '0 0 1 * *'],
  ['yearly', '0 0 1 1 *'],
  ['annually', '0 0 1 1 *'],
]);
