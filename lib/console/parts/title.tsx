import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { screenTitle } from '../state/tab.ts';

interface TitleProps {
  /** What the screen shows; also the title of the tab. */
  text: string;
  /** Beside it. */
  children?: ComponentChildren;
}

/** The heading of a screen, which takes the focus when one comes to it. */
export function Title({ text, children }: TitleProps) {
  useEffect(() => {
    screenTitle.value = text;
  }, [text]);
  return (
    <div class="title">
      <h1 tabIndex={-1}>
        <bdi>{text}</bdi>
      </h1>
      {children && <div class="actions">{children}</div>}
    </div>
  );
}
