import { useSignal } from '@preact/signals';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';

export interface MenuItem {
  label: string;
  icon?: IconName;
  isDanger?: boolean;
  run: () => unknown;
}

interface MenuProps {
  /** Of what. */
  name: string;
  items: readonly MenuItem[];
  /** Words of the button; without them it shows its picture alone. */
  text?: string;
  icon?: IconName;
}

/** A button that opens a list of things to do. Arrows move in it, Escape closes it. */
export function Menu({ name, items, text, icon = 'more' }: MenuProps) {
  const isOpen = useSignal(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const close = () => {
    isOpen.value = false;
  };
  const closeByHand = () => {
    close();
    root.current?.querySelector('button')?.focus();
  };
  useEffect(() => {
    if (!isOpen.value) return;
    const onPress = ({ target }: Event) => {
      if (!(target instanceof Node) || !root.current?.contains(target)) close();
    };
    addEventListener('pointerdown', onPress);
    return () => removeEventListener('pointerdown', onPress);
  }, [isOpen.value]);
  return (
    <div class="menu" ref={root}>
      <button
        class={text === undefined ? 'button quiet icon-only' : 'button'}
        type="button"
        aria-label={name}
        title={name}
        aria-haspopup="menu"
        aria-expanded={isOpen.value}
        aria-controls={isOpen.value ? id : undefined}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        <Icon name={icon} />
        {text}
      </button>
      {isOpen.value && <Items id={id} name={name} items={items} onDone={closeByHand} onLeave={close} />}
    </div>
  );
}

interface ItemsProps {
  id: string;
  name: string;
  items: readonly MenuItem[];
  /** One was chosen, or none by Escape. */
  onDone: () => void;
  onLeave: () => void;
}

function Items({ id, name, items, onDone, onLeave }: ItemsProps) {
  const list = useRef<HTMLDivElement>(null);
  const buttons = () => [...(list.current?.querySelectorAll('button') ?? [])];
  const isUp = useSignal(false);
  useLayoutEffect(() => {
    const { bottom, top, height } = list.current?.getBoundingClientRect() ?? new DOMRect();
    isUp.value = bottom > innerHeight && top > height;
  }, []);
  // Before the paint: a key that is pressed at once is for the first item.
  useLayoutEffect(() => buttons()[0]?.focus({ preventScroll: true }), []);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return onLeave();
    const all = buttons();
    const at = all.findIndex((each) => each === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    if (to === undefined) onDone();
    else all.at(to % all.length)?.focus();
  };
  return (
    <div
      class={isUp.value ? 'menu-items up' : 'menu-items'}
      role="menu"
      id={id}
      aria-label={name}
      ref={list}
      onKeyDown={onKey}
    >
      {items.map(({ label, icon, isDanger, run }) => (
        <button
          key={label}
          class={isDanger ? 'danger' : ''}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            onDone();
            run();
          }}
        >
          {icon && <Icon name={icon} />}
          {label}
        </button>
      ))}
    </div>
  );
}
