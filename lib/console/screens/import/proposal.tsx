import type { Output } from '../../api/operations.ts';
import { durationText } from '../../../render/time-text.ts';
import { Button } from '../../parts/button.tsx';
import { Table } from '../../parts/table.tsx';

type Import = Output<'importCrontab'>;
type Change = {
  line: number;
  mark: '+' | '=' | '–';
  what: string;
  schedule: string;
  name: string;
  grace: string;
};

const REASONS: Record<Import['ignored'][number]['reason'], string> = {
  comentario: 'a comment',
  variavel: 'a variable',
  reboot: 'runs at start-up only',
  cron_invalido: 'no valid schedule',
  nao_reconhecida: 'not a crontab line',
};

/** What would come of a crontab, line by line as a diff, and the button that does it. */
export function Proposal({ found, onApply }: { found: Import; onApply: () => Promise<void> }) {
  const { applied, would_create: count, free_tier: free } = found;
  return (
    <section class="step wide-step" aria-label="Preview">
      <Table
        name="Lines"
        columns={[
          { label: 'Line', isNumber: true },
          { label: 'New', isMark: true },
          { label: 'Job' },
          { label: 'Schedule', isWide: true },
          { label: 'Grace', isNumber: true },
          { label: 'What happens' },
        ]}
      >
        {changesOf(found).map(({ line, mark, what, schedule, name, grace }) => (
          <tr key={line} class={mark === '+' ? 'added' : mark === '=' ? '' : 'soft'}>
            <td class="number">{line}</td>
            <td aria-hidden="true">{mark}</td>
            <td class="words">
              <bdi>{name}</bdi>
            </td>
            <td class="wide">
              <code>{schedule}</code>
            </td>
            <td class="number">{grace}</td>
            <td>{what}</td>
          </tr>
        ))}
      </Table>
      {!applied && count > 0 && (
        <ApplyActions
          words={count === 1 ? 'Import this job' : `Import these ${count} jobs`}
          free={free}
          onApply={onApply}
        />
      )}
    </section>
  );
}

interface ApplyProps {
  words: string;
  free: Import['free_tier'];
  onApply: () => Promise<void>;
}

/** The button that does what was proposed, and whether that costs something. */
export function ApplyActions({ words, free, onApply }: ApplyProps) {
  return (
    <div class="actions">
      <Button kind="main" onClick={onApply}>
        {words}
      </Button>
      {!free.fits && (
        <span class="hint">
          {free.free_left} of {free.limit} free monitors left; the others cost something.
        </span>
      )}
    </div>
  );
}

function changesOf({ recognized, existing, ignored, applied }: Import): Change[] {
  const known = new Set(existing.map(({ line }) => line));
  const jobs = recognized.map(({ line, cron, tz, name, note, grace_sec: graceSec }): Change => {
    const schedule = tz === null ? cron : `${cron} ${tz}`;
    if (known.has(line)) return { line, mark: '=', what: 'already monitored', schedule, name, grace: '' };
    const what = applied ? 'imported' : 'will be imported';
    const grace = durationText(graceSec);
    return { line, mark: '+', what: note === undefined ? what : `${what}; ${note}`, schedule, name, grace };
  });
  const left = ignored.map(({ line, reason, text, note }): Change => ({
    line,
    mark: '–',
    what: note ?? `left out: ${REASONS[reason]}`,
    schedule: '',
    name: text,
    grace: '',
  }));
  return [...jobs, ...left].toSorted((a, b) => a.line - b.line);
}
