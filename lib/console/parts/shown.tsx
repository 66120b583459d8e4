import type { ComponentChildren } from 'preact';
import type { Remote } from '../api/remote.ts';
import { gone } from '../api/viewer.ts';
import { Empty, Failed, Loading, Notice } from './notices.tsx';
import { Title } from './title.tsx';

interface ShownProps<T> {
  of: Remote<T>;
  children: (value: T) => ComponentChildren;
  /** For a visitor who owns nothing yet (401). */
  nobody?: ComponentChildren;
  /** For somebody who has nothing of the kind (404): it is another's, or gone. */
  missing?: ComponentChildren;
  /** The heading until it is there, where what is shown has its own. */
  title?: string;
}

/** Something of the service in whatever state it is: coming, there, there and not up to date, or not to be had. */
export function Shown<T>({
  of: { value, error, isPolled, reload },
  children,
  nobody = <Nobody />,
  missing,
  title,
}: ShownProps<T>) {
  const failed = error.value;
  const again = isPolled && failed?.isPassing ? ' It retries by itself.' : '';
  if (value.value === null) {
    const isNobody = failed?.status === 401 && gone.value === null;
    const empty = isNobody ? nobody : failed?.status === 404 && missing;
    const none = empty || (failed && <Failed error={failed} again={again} retry={reload} />);
    return (
      <>
        {title !== undefined && <Title text={title} />}
        {none ?? <Loading />}
      </>
    );
  }
  return (
    <>
      {failed?.isPassing && (
        <Notice>
          This may be out of date: {failed.message}
          {again}
        </Notice>
      )}
      {children(value.value)}
    </>
  );
}

/** Looking makes nobody an owner: this says how one becomes one. */
function Nobody() {
  return (
    <Empty title="Nothing here yet">
      <p>
        Start with a <a href="/app">first monitor</a>, or <a href="/account">sign in</a> to see your account.
      </p>
    </Empty>
  );
}
