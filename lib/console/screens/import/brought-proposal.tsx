import { Notice } from '../../parts/notices.tsx';
import { Table } from '../../parts/table.tsx';
import { useLoaded } from '../../parts/use-loaded.ts';
import { rowsOf, summaryOf } from './brought-rows.ts';
import { ApplyActions } from './proposal.tsx';
import type { Brought } from './sources.ts';
import { WhoHears } from './who-hears.tsx';

/** More rows than anybody reads would be drawn for seconds. */
const ROWS_MAX = 200;

/** What would come of the jobs of another service, and what would be lost; then what came of them. */
export function BroughtProposal({ found, onApply }: { found: Brought; onApply: () => Promise<void> }) {
  const { applied, would_create: count, lost, ping_key: pingKey, free_tier: free } = found;
  const rows = rowsOf(found);
  const drawing = useLoaded(applied && count > 0, () => import('../../charts/pictures.ts'));
  const isNothingLeft = count === 0 && pingKey?.kept !== true;
  return (
    <section class="step wide-step" aria-label="Preview">
      <p role="status">{summaryOf(found)}</p>
      {rows.length > 0 && (
        <Table
          name="Entries"
          columns={[
            { label: 'Entry', isNumber: true },
            { label: 'New', isMark: true },
            { label: 'Name' },
            { label: 'What happens' },
          ]}
        >
          {rows.slice(0, ROWS_MAX).map(({ index, mark, name, what }) => (
            <tr key={index} class={mark === '+' ? 'added' : mark === '=' ? '' : 'soft'}>
              <td class="number">{index + 1}</td>
              <td aria-hidden="true">{mark}</td>
              <td class="words">
                <bdi>{name}</bdi>
              </td>
              <td>{what}</td>
            </tr>
          ))}
        </Table>
      )}
      {rows.length > ROWS_MAX && <p class="hint">And {rows.length - ROWS_MAX} more.</p>}
      {lost.length > 0 && <Lost lost={lost} />}
      {pingKey && <PingKey {...pingKey} />}
      {applied && count > 0 && <WhoHears count={count} />}
      {applied ? (
        <p class="actions">
          <a class="button main" href="/app">
            To your monitors
          </a>
        </p>
      ) : (
        !isNothingLeft && (
          <ApplyActions
            words={count === 0 ? 'Keep ping key' : count === 1 ? 'Import it' : `Import these ${count}`}
            free={free}
            onApply={onApply}
          />
        )
      )}
      {drawing && <drawing.WatchedNight />}
    </section>
  );
}

function Lost({ lost }: Pick<Brought, 'lost'>) {
  return (
    <>
      <h2>What differs from there</h2>
      <ul>
        {lost.slice(0, ROWS_MAX).map(({ field, detail, entries }) => (
          <li key={`${field} ${detail}`}>
            {detail}{' '}
            <span class="hint">{entries.length === 1 ? 'One entry' : `${entries.length} entries`}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function PingKey({ kept, detail, ambiguous = [] }: NonNullable<Brought['ping_key']>) {
  if (!kept) return <Notice>Ping key not kept: {detail}</Notice>;
  return (
    <p>
      Jobs that ping with the ping key and a slug keep working.
      {ambiguous.length > 0 &&
        ` Pings by these are refused because several checks share them: ${ambiguous.join(', ')}.`}
    </p>
  );
}
