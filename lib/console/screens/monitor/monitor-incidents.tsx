import { useRemote } from '../../api/use-remote.ts';
import { incidentPath } from '../../incidents/incident-words.ts';
import { Shown } from '../../parts/shown.tsx';
import { Table } from '../../parts/table.tsx';
import { place } from '../../router.ts';
import { runText } from '../../words/relative-text.ts';
import { Moment } from '../../parts/moment.tsx';

/** Of those that were read for the bars of the days. */
const SHOWN_INCIDENTS = 20;

const REASONS = {
  silence: 'silence',
  fail: 'failure',
  too_long: 'ran too long',
  threshold: 'beyond its threshold',
} as const;

/** The incidents of a monitor, newest first. */
export function MonitorIncidents({ id, isOpen }: { id: string; isOpen: boolean }) {
  // Alerts that were sent before incidents had pages lead here.
  const asked = Number(place.value.query.get('incident'));
  const list = useRemote('listIncidents', { query: { monitor: id, limit: '200' } });
  return (
    <section class="step">
      <h2>Incidents</h2>
      <Shown of={list}>
        {({ incidents }) =>
          incidents.length === 0 ? (
            <p class="hint">{isOpen ? 'The next check records it.' : 'None so far.'}</p>
          ) : (
            <Table
              name="Incidents"
              columns={[
                { label: 'No.', isNumber: true },
                { label: 'Why' },
                { label: 'Started' },
                { label: 'Down', isNumber: true },
                { label: 'Alerts', isNumber: true },
              ]}
            >
              {incidents.slice(0, SHOWN_INCIDENTS).map((each) => (
                <tr key={each.number} aria-current={each.number === asked ? 'true' : undefined}>
                  <td class="number">
                    <a href={incidentPath(id, each.number)} aria-label={`Incident ${each.number}`}>
                      {each.number}
                    </a>
                  </td>
                  <td class="why">
                    {REASONS[each.reason]}
                    {each.maintenance !== null && <span class="soft">, during maintenance</span>}
                  </td>
                  <td>
                    <Moment at={each.down_since} />
                  </td>
                  <td class="number">
                    {runText(each.downtime_sec * 1000)}
                    {each.state === 'open' && ' so far'}
                  </td>
                  <td class="number">{each.alerts}</td>
                </tr>
              ))}
            </Table>
          )
        }
      </Shown>
    </section>
  );
}
