import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';

export interface MenuItem {
  label: string;
  icon?: IconName;
  isDanger?: boolean;
  run: () => unknown;
}

/** A button that opens a list of things to do. Arrows move in it, Escape closes it. `name` says of what. */
export function Menu({ name, items }: { name: string; items: readonly MenuItem[] }) {
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
        class="button quiet icon-only"
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
        <Icon name="more" />
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
  useEffect(() => buttons()[0]?.focus(), []);
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
    <div class="menu-items" role="menu" id={id} aria-label={name} ref={list} onKeyDown={onKey}>
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
