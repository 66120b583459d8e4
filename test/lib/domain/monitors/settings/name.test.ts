import { expect, it } from 'vitest';
import {
  defaultMonitorSettings,
  everyInterval,
} from '../../../../../lib/domain/monitors/settings/default-settings.ts';
import { monitorName } from '../../../../../lib/domain/monitors/settings/name.ts';
import { newSettings } from '../../../../../lib/domain/monitors/settings/settings.ts';
import { normalSlug } from '../../../../../lib/domain/monitors/settings/slug.ts';
import { cpuMsOf } from '../../../../support/cpu.ts';

/** Every letter and number of Unicode that nothing is drawn for. */
const unseen = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((text) => /[\p{L}\p{N}]/u.test(text) && /\p{Default_Ignorable_Code_Point}/u.test(text));

it('takes no name of letters that do not show', () => {
  expect(unseen).toEqual(['\u115F', '\u1160', '\u3164', '\uFFA0']);
  for (const letter of [...unseen, '\u2800', '\u{13441}', '\u{13442}']) {
    expect(monitorName(letter), letter).toMatchObject({ ok: false, code: 'nome_obrigatorio' });
    expect(monitorName(` ${letter.repeat(3)}\t`)).toMatchObject({ ok: false, code: 'nome_obrigatorio' });
    expect(monitorName(`(${letter})`)).toMatchObject({ ok: false, code: 'nome_invalido' });
    expect(monitorName(`${letter} backup${letter}`)).toEqual({ ok: true, value: 'backup' });
  }
});

it.each([
  '백업',
  'резервная копия',
  '夜間',
  'نسخ احتياطي',
  'backup \u2764\uFE0F',
  '\u{1F4BE}',
  '7',
  'a\u3164b',
  '\u28FF a',
])('takes %j as it is', (name) => {
  expect(monitorName(name)).toEqual({ ok: true, value: name });
});

it('reads a name of any length in time that grows with it', () => {
  const name = `a${'\u3164'.repeat(60_000)}b`;

  expect(cpuMsOf(() => monitorName(name))).toBeLessThan(1_000);
});

it.each(['7', 'Nightly_Backup', 'é', `${'x'.repeat(39)}-y`, '-a-'])(
  'the slug of %j needs no judgement: a monitor of it is as one that is created by its name',
  (sent) => {
    const name = normalSlug(sent);
    const rules = { now: 0, allowLoopback: false, ownAlertTo: 'ana@example.com' };

    expect(newSettings({ name, intervalSec: 300 }, rules)).toEqual({
      ok: true,
      value: defaultMonitorSettings(name, everyInterval(300), rules.ownAlertTo),
    });
  },
);
