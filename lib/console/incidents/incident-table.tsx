import { useSignal } from '@preact/signals';
import { Button } from '../parts/button.tsx';
import { Moment } from '../parts/moment.tsx';
import { Table } from '../parts/table.tsx';
import { momentHere } from '../state/zone.ts';
import { runText } from '../words/relative-text.ts';
import { incidentPath, REASONS } from './incident-words.ts';
import { isOpen, keyOf, monitorsIn, type Incident, type Pass } from './passes.ts';

const COLUMNS = [
  { label: 'Monitor' },
  { label: 'Why' },
  { label: 'Started', isWide: true },
  { label: 'Down', isNumber: true },
  { label: 'Alerts', isNumber: true, isWide: true },
];

/** Incidents in rows; those of one check are one entry, which opens. */
export function IncidentTable({ passes }: { passes: readonly Pass[] }) {
  return (
    <Table name="Incidents" columns={COLUMNS}>
      {passes.map(({ incidents }) => {
        const [first] = incidents;
        if (!first) return null;
        const key = keyOf(incidents.at(-1) ?? first);
        return monitorsIn(incidents) > 1 ? (
          <Together key={key} incidents={incidents} />
        ) : (
          incidents.map((each) => <Row key={keyOf(each)} incident={each} />)
        );
      })}
    </Table>
  );
}

function Together({ incidents }: { incidents: readonly Incident[] }) {
  const isShown = useSignal(false);
  const open = incidents.filter(isOpen).length;
  const since = incidents.map(({ down_since: at }) => at).toSorted()[0] ?? '';
  const when = momentHere(since);
  const words = `${monitorsIn(incidents)} monitors, ${when}, one cause?`;
  return (
    <>
      <tr>
        <td colSpan={COLUMNS.length}>
          <Button
            kind="quiet"
            pressed={isShown.value}
            onClick={() => {
              isShown.value = !isShown.value;
            }}
          >
            {words}
          </Button>{' '}
          <span class={open > 0 ? 'trouble' : 'soft'}>{open > 0 ? `${open} open` : 'over'}</span>
          {!isShown.value && <div class="soft">{namesWords(incidents)}</div>}
        </td>
      </tr>
      {isShown.value && incidents.map((each) => <Row key={keyOf(each)} incident={each} />)}
    </>
  );
}

const NAMED_MAX = 5;

/** Whose they are: `dump, vacuum`, the first few of many. */
function namesWords(incidents: readonly Incident[]): string {
  const names = [...new Map(incidents.map(({ endpoint_id: id, name }) => [id, name])).values()];
  const rest = names.length - NAMED_MAX;
  return names
    .slice(0, NAMED_MAX)
    .join(', ')
    .concat(rest > 0 ? ` and ${rest} more` : '');
}

function Row({ incident }: { incident: Incident }) {
  const { endpoint_id: id, name, number, reason, downtime_sec: down, alerts, maintenance } = incident;
  return (
    <tr>
      <td class="words">
        <a href={incidentPath(id, number)} aria-label={`${name}, incident ${number}`}>
          <bdi>{name}</bdi>
        </a>
      </td>
      <td class="why">
        <span class={isOpen(incident) ? 'trouble' : ''}>{REASONS[reason]}</span>
        {maintenance !== null && <span class="soft">, began during maintenance {maintenance}</span>}
      </td>
      <td class="wide">
        <Moment at={incident.down_since} />
      </td>
      <td class="number">
        {runText(down * 1000)}
        {isOpen(incident) && ' so far'}
      </td>
      <td class="number wide">{alerts}</td>
    </tr>
  );
}
