import { Table } from '../../../parts/table.tsx';
import { momentHere, zone } from '../../../state/zone.ts';
import { exactText, runText } from '../../../words/relative-text.ts';
import type { Monitor } from '../monitor.ts';
import { RunOutput } from './run-output.tsx';
import type { Day, RunRow } from './run-rows.ts';
import type { Drawing } from './use-drawing.ts';

const COLUMNS = [{ label: 'Started' }, { label: 'Run' }, { label: 'Outcome' }] as const;

interface RunsTableProps {
  monitor: Monitor;
  days: readonly Day[];
  /** What draws, once it is there, and what is drawn. */
  drawing: Drawing | null;
  lineOf: (row: RunRow) => string;
  /** The good run that a failed one is set beside. */
  goodOf: (row: RunRow) => RunRow | undefined;
}

/** Runs with their clock times in the person's zone, under the day that they began on. */
export function RunsTable(props: RunsTableProps) {
  const { monitor, days, drawing } = props;
  const scale = drawing?.scale;
  return (
    <>
      <p class="hint">
        {drawing && scale && drawing.barsWords(scale, monitor)}
        {drawing && !scale && 'To measure runs, have the job signal its start too.'}
      </p>
      <div class="runs">
        <Table name="Runs" columns={COLUMNS}>
          {days.map(({ words, rows }) =>
            rows.map((row, at) => <Row key={row.id} {...props} row={row} day={words} isFirst={at === 0} />),
          )}
        </Table>
      </div>
    </>
  );
}

interface RowProps extends RunsTableProps {
  row: RunRow;
  day: string;
  /** Of its day: those after it do not show it again. */
  isFirst: boolean;
}

function Row({ monitor, row, day, isFirst, drawing, lineOf, goodOf }: RowProps) {
  const time = drawing?.times.get(row.id);
  const good = goodOf(row);
  const compared = drawing &&
    good?.outputOf && { event: good.outputOf, at: momentHere(good.at), Difference: drawing.OutputDifference };
  const offset = time && row.kind !== 'note' ? drawing?.offsetWords(time) : '';
  return (
    <tr class={[row.kind === 'fail' && 'failed', isFirst && 'first'].filter(Boolean).join(' ')}>
      <td>
        <span class={isFirst ? 'day' : 'unseen'}>{day} </span>
        <time dateTime={new Date(row.at).toISOString()} title={exactText(row.at, zone.value)}>
          {clockTime(row.at)}
        </time>
      </td>
      <td class="run">
        {row.ms === null ? '' : runText(row.ms)}
        {drawing?.scale && time && row.kind !== 'note' && (
          <drawing.RunBar run={row} time={time} scale={drawing.scale} expected={monitor} />
        )}
      </td>
      <td>
        <span class="words-of">
          {row.words}
          {offset && <span class={time?.lateMs ? 'late-words' : 'soft'}>, {offset}</span>}
          {row.rid !== null && (
            <span class="soft">
              {' '}
              · <code>{row.rid}</code>
            </span>
          )}
        </span>
        {row.outputOf !== null && (
          <RunOutput
            monitor={monitor.id}
            event={row.outputOf}
            line={lineOf(row)}
            at={clockTime(row.at)}
            good={compared || undefined}
          />
        )}
      </td>
    </tr>
  );
}

const clockTime = (at: number) =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: zone.value }).format(at);
