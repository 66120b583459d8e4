import { readFileSync } from 'node:fs';
import type { MachineSetting, Setting } from '../../../../lib/config/settings/setting.ts';
import { awsRows, machineRows } from '../../../../lib/config/settings/all-settings.ts';
import { optionLine, optionOf, variableOf } from '../../../../lib/local/settings/read-settings.ts';

/** What a page says of settings, between what stands before and after it. */
interface Part {
  page: string;
  before: string;
  after: string;
  text: string;
}

const fileOf = (page: string): URL => new URL(`../../../../${page}`, import.meta.url);

const unset = ({ default: value, unset: inWords }: Setting): string =>
  inWords ?? (value === undefined ? 'none' : `\`${String(value)}\``);

/** Settings stand on the command line under other names. */
function onLine(text: string): string {
  return text.replace(/`(\w+)`/g, (code, name: string) => {
    const [, row] = machineRows.find(([each]) => each === name) ?? [];
    return row?.takes === undefined ? code : `\`${optionOf(name)}\``;
  });
}

const optionRow = ([name, setting]: readonly [string, MachineSetting]): string => {
  const option = `${optionOf(name)} ${setting.takes}`.trim().replaceAll('|', '\\|');
  return `| \`${option}\` | ${onLine(unset(setting))} | ${onLine(setting.says)} |`;
};

const variableRow = ([name, { takes, says }]: readonly [string, MachineSetting]): string =>
  `| \`${variableOf(name)}\` | ${takes === undefined ? onLine(says) : `what \`${optionOf(name)}\` says`} |`;

const table = (page: string, head: string, rows: readonly string[]): Part => ({
  page,
  before: `${head}\n${head.replace(/[^|]+/g, '---')}\n`,
  after: '\n\n',
  text: rows.join('\n'),
});

const ofMachine = (holds: (row: MachineSetting) => unknown) => machineRows.filter(([, row]) => holds(row));

/** All that pages say of settings, as the rows of `lib/config/settings` have it. */
const parts: readonly Part[] = [
  table(
    'docs/deploy.md',
    '| Setting | Default | Meaning |',
    awsRows.map(([name, row]) => `| \`${name}\` | ${unset(row)} | ${row.says} |`),
  ),
  table(
    'docs/options.md',
    '| Option | Without it | What it does |',
    ofMachine(({ takes }) => takes !== undefined).map(optionRow),
  ),
  table('docs/options.md', '| Variable | Holds |', ofMachine(({ secret }) => secret).map(variableRow)),
  {
    page: 'README.md',
    before: '## Options of `npm start`\n\n`npm start -- ',
    after: '`',
    text: optionLine(),
  },
];

/** Pages as they are, and as they should be. */
export function settingPages(): { file: URL; page: string; is: string; shouldBe: string }[] {
  return [...new Set(parts.map(({ page }) => page))].map((page) => {
    const is = readFileSync(fileOf(page), 'utf8');
    const shouldBe = parts.filter((part) => part.page === page).reduce(withPart, is);
    return { file: fileOf(page), page, is, shouldBe };
  });
}

function withPart(page: string, { before, after, text }: Part): string {
  const [start, ...rest] = page.split(before);
  const at = rest.join(before).indexOf(after);
  if (start === undefined || rest.length !== 1 || at === -1) throw new Error(`No page says once: ${before}`);
  return `${start}${before}${text}${rest.join(before).slice(at)}`;
}
