import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { screenTitle } from '../state/tab.ts';

interface TitleProps {
  /** What the screen shows; also the title of the tab. */
  text: string;
  /** Beside it. */
  children?: ComponentChildren;
}

/** Whether the heading that went last had the focus. */
let isHandedOn = false;

/** The heading of a screen, which takes the focus when one comes to it, and when it takes the place of one that has it. */
export function Title({ text, children }: TitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const own = heading.current;
    if (isHandedOn) own?.focus({ preventScroll: true });
    isHandedOn = false;
    return () => {
      isHandedOn = own !== null && document.activeElement === own;
    };
  }, []);
  useEffect(() => {
    screenTitle.value = text;
  }, [text]);
  return (
    <div class="title">
      <h1 ref={heading} tabIndex={-1}>
        <bdi>{text}</bdi>
      </h1>
      {children && <div class="actions">{children}</div>}
    </div>
  );
}
