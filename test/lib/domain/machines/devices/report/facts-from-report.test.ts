import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  factsFromReport,
  missingIn,
} from '../../../../../../lib/domain/machines/devices/report/facts-from-report.ts';
import { FACTS, PRINTED, REPORT } from './printed.ts';

/** What a report says, where it is not refused. */
function read(sent: Parameters<typeof factsFromReport>[0]) {
  const decision = factsFromReport(sent);
  if (!decision.ok) throw new Error(decision.detail);
  return decision.value;
}

const pasted = (saidas: Record<string, unknown>) => read({ terminal: 'posix', saidas });
const factsOf = (lines: string) => read({ relatorio: REPORT.replace('os=linux\n', lines) }).facts;

describe('factsFromReport', () => {
  it('reads the facts of pasted outputs and of a report alike', () => {
    expect(pasted(PRINTED)).toEqual({
      terminal: 'posix',
      facts: FACTS,
      steps: Object.keys(PRINTED).map((id) => ({ id, complete: true, detail: null })),
      ready: true,
    });
    expect(read({ relatorio: REPORT })).toEqual(pasted(PRINTED));
  });

  it('reads a machine with Windows by its two steps', () => {
    const sistema = 'passo=sistema\r\nos=windows\r\narquitetura=AMD64\r\nshell=pwsh\r\nfim=1\r\n';
    const fontes = 'passo=fontes\r\ntransporte=invoke-restmethod\r\ntem=cim\r\nfim=1\r\n';

    const { ready, facts } = read({ terminal: 'powershell', saidas: { sistema, fontes } });

    expect(ready).toBe(true);
    expect(facts).toMatchObject({ system: 'windows', architecture: 'amd64', transport: 'invoke-restmethod' });
    expect(read({ relatorio: sistema + fontes }).facts).toEqual(facts);
  });

  it.each([
    ['x86_64', 'amd64'],
    ['AMD64', 'amd64'],
    ['aarch64', 'arm64'],
    ['arm64', 'arm64'],
    ['armv7l', 'armv7'],
    ['armv6l', 'armv6'],
    ['i686', 'i386'],
    ['riscv64', 'riscv64'],
  ])('calls the architecture %s by one name, %s', (said, name) => {
    expect(read({ relatorio: REPORT.replace('=x86_64', `=${said}`) }).facts?.architecture).toBe(name);
  });

  it('keeps no key and no word that it does not know', () => {
    const facts = factsOf('os=linux\nhostname=web1\ntem=ssh_keys\nversao_ssh=9.2\ncontexto=moon\n');

    expect(facts).toEqual(FACTS);
    expect(JSON.stringify(facts)).not.toMatch(/web1|ssh|moon/);
  });

  it('takes nothing for a fact that has other characters or is longer than 64', () => {
    expect(factsOf(`os=linux\nshell=/bin/sh\nversao=${'9'.repeat(65)}\nshell= dash\n`)).toEqual(FACTS);
  });

  it('leaves null what the machine did not say', () => {
    const saidas = { ...PRINTED, ferramentas: 'passo=ferramentas\nfim=1', contexto: 'passo=contexto\nfim=1' };

    expect(pasted(saidas).facts).toMatchObject({ shell: null, transport: null, context: null, versions: {} });
  });
});

describe('factsFromReport of what a terminal shows', () => {
  const command = 'sh -c \'LC_ALL=C; say passo sistema; say os "$s"; say fim 1\'';

  it('takes the facts out of prompts, echoes, returns and escape sequences', () => {
    const sistema = [
      `\u001B[?2004h\u001B]0;alice@web1: ~\u0007\u001B[01;32malice@web1\u001B[00m:~$ \u001B[200~${command}\u001B[201~\r`,
      '\u001B[?2004l\r',
      ...PRINTED.sistema
        .trim()
        .split('\n')
        .map((line) => `\u001B[0m${line}\u001B[K\r`),
      'alice@web1:~$ echo os=freebsd',
    ].join('\n');

    expect(pasted({ ...PRINTED, sistema })).toEqual(pasted(PRINTED));
  });

  it('takes the last whole output of a step, wherever it was pasted', () => {
    const first = PRINTED.sistema.replace('=debian', '=ubuntu');
    const half = PRINTED.sistema.replace('fim=1\n', '').replace('=debian', '=arch');

    expect(pasted({ contexto: `${first}${PRINTED.sistema}${half}` }).facts?.distribution).toBe('debian');
  });

  it('finds the same facts in any noise', () => {
    const noise = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.constantFrom(
        '$ ',
        '\u001B[200~',
        '\u001B[1;31m',
        'os=plan9',
        'tem=cim ',
        'PS C:\\> ',
        'fim=1',
        '\u001B]0;x',
      ),
    );
    const line = noise.map((text) => text.replaceAll(/[\r\n]/g, '').replace(/^\s*passo=/, 'paso='));
    const lines = Object.values(PRINTED);
    fc.assert(
      fc.property(fc.array(line, { minLength: 5, maxLength: 5 }), (between) => {
        const text = between.map((noisy, at) => `${noisy}\n${lines[at] ?? ''}`).join('');

        expect(read({ relatorio: text }).facts).toEqual(FACTS);
      }),
    );
  });

  it('reads any text without an error, and keeps words of its lists only', () => {
    const piece = fc.constantFrom(
      'passo=',
      'sistema',
      'os=',
      'linux',
      'tem=',
      'cim',
      '\n',
      'fim=1',
      '\r',
      '\u001B[',
      '=',
    );
    const text = fc.array(fc.oneof(piece, fc.string({ maxLength: 5 })), { maxLength: 30 });
    fc.assert(
      fc.property(text, (pieces) => {
        const { facts } = pasted({ sistema: pieces.join('').slice(0, 4096) });

        expect(facts === null || facts.system === 'linux').toBe(true);
        for (const word of facts?.capabilities ?? []) expect(word).toBe('cim');
      }),
    );
  });
});

describe('factsFromReport of less than a report', () => {
  it('says of each step how far it is', () => {
    const half = PRINTED.contexto.replace('fim=1\n', '');

    const reading = pasted({ sistema: PRINTED.sistema, contexto: half, fontes: 'sh: not found' });

    expect(reading).toMatchObject({ ready: false, facts: { system: 'linux', context: null } });
    expect(reading.steps).toEqual([
      { id: 'sistema', complete: true, detail: null },
      { id: 'contexto', complete: false, detail: 'the output of contexto has no last line fim=1' },
      { id: 'ferramentas', complete: false, detail: 'the output of ferramentas is missing' },
      { id: 'fontes', complete: false, detail: 'the output of fontes is missing' },
    ]);
    expect(missingIn(reading)).toBe(
      'The report is not complete: the output of contexto has no last line fim=1; the output of ferramentas is missing; the output of fontes is missing.',
    );
  });

  it('knows nothing of a machine before its system is known', () => {
    const { sistema: _, ...rest } = PRINTED;

    expect(pasted(rest)).toMatchObject({ ready: false, facts: null });
    expect(pasted({})).toMatchObject({ ready: false, facts: null });
  });

  it.each([
    ['os=openbsd\n', 'os must be linux, darwin, freebsd or windows, and is openbsd'],
    ['', 'os must be linux, darwin, freebsd or windows, and is not said'],
  ])('refuses a system that it does not know: %j', (line, detail) => {
    const relatorio = REPORT.replace('os=linux\n', line);

    expect(factsFromReport({ relatorio })).toEqual({
      ok: false,
      code: 'relatorio_incompleto',
      detail: `The report is not complete: ${detail}.`,
    });
  });

  it('refuses a report that was cut at any line', () => {
    const lines = REPORT.split('\n');
    for (let kept = 0; kept < lines.length - 1; kept += 1) {
      const relatorio = lines.slice(0, kept).join('\n');
      expect(factsFromReport({ relatorio })).toMatchObject({ ok: false, code: 'relatorio_incompleto' });
    }
  });

  it('does not take the steps of one terminal for those of another', () => {
    const { steps } = read({ terminal: 'powershell', saidas: { sistema: PRINTED.sistema } });

    expect(steps[0]?.detail).toBe('a terminal of powershell must not be on linux');
  });
});

describe('factsFromReport of what is no report', () => {
  const many = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`s${at}`, '']));

  it.each([
    [{}, 'terminal_invalido', 'terminal must be posix or powershell; got nothing.'],
    [
      { terminal: 'cmd', saidas: {} },
      'terminal_invalido',
      'terminal must be posix or powershell; got "cmd".',
    ],
    [{ terminal: 'posix' }, 'saidas_invalidas', 'saidas must be an object of texts by step; got nothing.'],
    [
      { terminal: 'posix', saidas: [] },
      'saidas_invalidas',
      'saidas must be an object of texts by step; got [].',
    ],
    [{ terminal: 'posix', saidas: many }, 'saidas_invalidas', 'saidas must have at most 10 outputs; got 11.'],
    [
      { terminal: 'posix', saidas: { disco: '' } },
      'saidas_invalidas',
      'saidas has no step "disco"; the steps are sistema, contexto, ferramentas, fontes.',
    ],
    [
      { terminal: 'powershell', saidas: { contexto: '' } },
      'saidas_invalidas',
      'saidas has no step "contexto"; the steps are sistema, fontes.',
    ],
    [
      { terminal: 'posix', saidas: { fontes: 1 } },
      'saidas_invalidas',
      'The output of fontes must be a text; got 1.',
    ],
    [
      { terminal: 'posix', saidas: { fontes: 'x'.repeat(4097) } },
      'saidas_invalidas',
      'The output of fontes must have at most 4096 characters; got 4097.',
    ],
    [
      { relatorio: REPORT, saidas: PRINTED },
      'saidas_invalidas',
      'saidas and relatorio must not be sent together.',
    ],
    [{ relatorio: 7 }, 'relatorio_incompleto', 'relatorio must be a text; got 7.'],
  ])('refuses %j', (sent, code, detail) => {
    expect(factsFromReport(sent)).toEqual({ ok: false, code, detail });
  });

  it('takes an output of 4,096 characters', () => {
    const fontes = `${'x'.repeat(4096 - PRINTED.fontes.length - 1)}\n${PRINTED.fontes}`;

    expect(pasted({ ...PRINTED, fontes }).ready).toBe(true);
  });
});
