import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

export interface Tab {
  id: string;
  label: string;
}

interface TabsProps {
  /** What is chosen among. */
  name: string;
  tabs: readonly Tab[];
  chosen: string;
  onChoose: (id: string) => void;
  /** What the chosen one shows. */
  children: ComponentChildren;
}

/** Tabs as ARIA has them: one of them is in the order of Tab, arrows go to the others. */
export function Tabs({ name, tabs, chosen, onChoose, children }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKey = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (!next) return;
    event.preventDefault();
    onChoose(next.id);
    list.current?.querySelectorAll('button')[tabs.indexOf(next)]?.focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={name} ref={list} onKeyDown={onKey}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}-${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab.id === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === chosen ? 0 : -1}
            onClick={() => onChoose(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </div>
  );
}
