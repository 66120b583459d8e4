import { useSignal } from '@preact/signals';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { OwnersButton } from '../../parts/owners-button.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { CodeBlock } from '../../parts/copy.tsx';
import { Title } from '../../parts/title.tsx';
import { showToast } from '../../state/toasts.ts';
import { viewer } from '../../api/viewer.ts';
import { Pages } from './pages.tsx';
import { Preview } from './preview.tsx';

type Feed = Output<'getStatusFeed'>;

/** The status pages, and below them the feed of all monitors: where it is, what else it comes as, its badges, and a new address for it. */
export function Screen() {
  const feed = useSignal<Feed | null>(null);
  const show = async () => {
    feed.value = await call('getStatusFeed');
  };
  const rotate = async () => {
    feed.value = await call('rotateStatusFeed');
    showToast('The old address has ended.');
  };
  return (
    <>
      <Title text="Status pages" />
      <p class="lead">
        How your monitors stood in 90 days and stand now, for whoever you give an address: names, states and
        incidents, no schedule, output or ping URL.
      </p>
      {/* Who becomes a guest here has a list from then on. */}
      <Pages key={String(viewer.value === 'nobody')} />
      <h2>The status feed</h2>
      <p class="lead">
        One secret address of all your monitors with their schedules, also for scrapers and feed readers.
      </p>
      {feed.value === null ? (
        <p class="actions">
          <OwnersButton kind="main" onClick={show}>
            Show its address
          </OwnersButton>
        </p>
      ) : (
        <Addresses key={feed.value.token} feed={feed.value} onRotate={rotate} />
      )}
    </>
  );
}

function Addresses({ feed, onRotate }: { feed: Feed; onRotate: () => Promise<void> }) {
  const page = feed.json.replace(/\.json$/, '');
  const forms = [
    ['As a page', page],
    ['For a wall screen', `${page}?wall=1`],
    ['As JSON', feed.json],
    ['As RSS', feed.rss],
    ['For Prometheus', `${page}/metrics`],
  ] as const;
  return (
    <>
      <section class="step">
        <h2>Where it is</h2>
        {forms.map(([label, url]) => (
          <div key={label} class="address">
            <h3>
              <a href={url} target="_blank" rel="noopener">
                {label}
              </a>
            </h3>
            <CodeBlock text={url} name={`address ${label.toLowerCase()}`} />
          </div>
        ))}
        <p class="hint">
          Whoever has an address sees names, tags, schedules, states and incidents of your monitors, and can
          change nothing. Badges may be shown from caches for a minute.
        </p>
        <div class="actions">
          <ConfirmButton
            label="Change the address"
            question="The present address and all badges under it end at once."
            onConfirm={onRotate}
          />
        </div>
      </section>
      <Preview token={feed.token} />
    </>
  );
}
