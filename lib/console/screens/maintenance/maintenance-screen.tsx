import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { useRemote } from '../../api/use-remote.ts';
import { monitorsWords } from '../../channels/channel-words.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Shown } from '../../parts/shown.tsx';
import { Title } from '../../parts/title.tsx';
import { momentHere } from '../../state/zone.ts';
import { scheduleWords } from '../../../render/monitors/schedule-words.ts';
import { durationText } from '../../../render/time-text.ts';
import { PlanMaintenance } from './plan-maintenance.tsx';

type Window = Output<'listMaintenance'>['windows'][number];

/** When work is expected to stand still, planned ahead. */
export function Screen() {
  const list = useRemote('listMaintenance', {});
  return (
    <>
      <Title text="Maintenance" />
      <p>
        A job that goes silent, fails or runs too long during a window alerts at its end, if it still does.
        Recoveries of earlier incidents are sent at once.
      </p>
      <section class="step">
        <h2>Plan a window</h2>
        <PlanMaintenance onPlanned={list.reload} />
      </section>
      <Shown of={list} nobody={<></>}>
        {({ windows }) =>
          windows.length === 0 ? (
            <p class="hint">No windows planned.</p>
          ) : (
            windows.map((window) => <Planned key={window.id} window={window} reload={list.reload} />)
          )
        }
      </Shown>
    </>
  );
}

function Planned({ window, reload }: { window: Window; reload: () => Promise<void> }) {
  const { id, name, tags, open, next } = window;
  const end = async () => {
    await call('deleteMaintenance', { params: { id } });
    await reload();
  };
  return (
    <section class="step" aria-label={name}>
      <h2>
        <bdi>{name}</bdi>
      </h2>
      <p>
        {timesWords(window)}, for <bdi>{monitorsWords(tags)}</bdi>.
      </p>
      <p class={open ? undefined : 'soft'}>{standingWords(window)}</p>
      <div class="actions">
        <ConfirmButton
          label={`${open ? 'End' : 'Remove'} ${name}`}
          question={
            open
              ? 'Alerts that waited go out at the next check, within five minutes. The window does not repeat.'
              : next
                ? 'It will not start.'
                : 'It is over. Incidents that began in it keep saying so.'
          }
          onConfirm={end}
        />
      </div>
    </section>
  );
}

function timesWords({ from, until, cron, tz, length_sec: sec }: Window): string {
  if (cron !== null) return `${scheduleWords(cron, tz ?? 'UTC')}, for ${durationText(sec ?? 0)}`;
  return from === null || until === null ? 'Once' : `Once, ${momentHere(from)} to ${momentHere(until)}`;
}

function standingWords({ open, next }: Window): string {
  if (next === null) return 'It is over.';
  return open
    ? `It is open until ${momentHere(next.until)}.`
    : `Next: ${momentHere(next.from)} to ${momentHere(next.until)}.`;
}
