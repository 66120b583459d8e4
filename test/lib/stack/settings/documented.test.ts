import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { settingRows } from '../../../../lib/stack/settings/table.ts';

it('docs/deploy.md lists every setting with its default and meaning, and no other', () => {
  const page = readFileSync(new URL('../../../../docs/deploy.md', import.meta.url), 'utf8');
  const [, after = ''] = page.split('| Setting | Default | Meaning |\n|---|---|---|\n');
  const [listed = ''] = after.split('\n\n');

  const rows = settingRows.map(
    ([name, setting]) =>
      `| \`${name}\` | ${'default' in setting ? `\`${String(setting.default)}\`` : setting.unset} | ${setting.says} |`,
  );
  expect(listed.split('\n')).toEqual(rows);
});
