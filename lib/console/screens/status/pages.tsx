import { call } from '../../api/call.ts';
import { useRemote } from '../../api/use-remote.ts';
import { monitorsWords } from '../../channels/channel-words.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { CodeBlock } from '../../parts/copy.tsx';
import { Shown } from '../../parts/shown.tsx';
import { PageForm, type StatusPage } from './page-form.tsx';

/** The status pages of an owner, and a form for one more. */
export function Pages() {
  const list = useRemote('listStatusPages', {}, { isPolled: false });
  const monitors = useRemote('listMonitors', { query: { limit: '500' } }, { isPolled: false }).value.value;
  const known = [...new Set(monitors?.endpoints.flatMap((each) => each.tags))].toSorted();
  return (
    <Shown of={list} nobody={<></>}>
      {({ pages }) => (
        <>
          {pages.map((page) => (
            <Page key={page.id} page={page} known={known} reload={list.reload} />
          ))}
          <section class="step">
            <h2>New page</h2>
            <PageForm known={known} onSaved={list.reload} />
          </section>
        </>
      )}
    </Shown>
  );
}

interface PageProps {
  page: StatusPage;
  known: readonly string[];
  reload: () => Promise<void>;
}

function Page({ page, known, reload }: PageProps) {
  const { id, title, tags, url } = page;
  const params = { id };
  const rotate = async () => {
    await call('rotateStatusPage', { params });
    await reload();
  };
  const end = async () => {
    await call('deleteStatusPage', { params });
    await reload();
  };
  return (
    <section class="step" aria-label={title}>
      <h2>
        <bdi>{title}</bdi>
      </h2>
      <p>
        Shows <bdi>{monitorsWords(tags)}</bdi>.
      </p>
      {url === null ? (
        <p>Its address is not known any more. Give it a new one.</p>
      ) : (
        <Addresses title={title} tags={tags} url={url} />
      )}
      <details>
        <summary>Edit</summary>
        <PageForm key={JSON.stringify(page)} page={page} known={known} onSaved={reload} />
      </details>
      <div class="actions">
        <ConfirmButton
          label="New secret address"
          question="The present address and all badges under it end at once."
          onConfirm={rotate}
        />
        <ConfirmButton
          label={`Delete ${title}`}
          question="Its address and badges end at once."
          onConfirm={end}
        />
      </div>
    </section>
  );
}

function Addresses({ title, tags, url }: { title: string; tags: readonly string[]; url: string }) {
  const badges = [[title, 'all'], ...tags.map((tag) => [tag, `tag-${tag}`])];
  return (
    <>
      <CodeBlock text={url} name={`address of ${title}`} />
      <p class="actions">
        <a href={url} target="_blank" rel="noopener">
          Open
        </a>
        <a href={`${url}?wall=1`} target="_blank" rel="noopener">
          Wall screen
        </a>
        <a href={`${url}.json`} target="_blank" rel="noopener">
          JSON
        </a>
      </p>
      <details>
        <summary>Badges</summary>
        {badges.map(([name, file]) => (
          <div key={file} class="address">
            <img
              src={`${new URL(url).pathname}/${file}.svg`}
              alt={`Badge of ${name}`}
              height={20}
              loading="lazy"
            />
            <CodeBlock text={`[![${name}](${url}/${file}.svg)](${url})`} name={`badge of ${name}`} />
          </div>
        ))}
      </details>
    </>
  );
}
