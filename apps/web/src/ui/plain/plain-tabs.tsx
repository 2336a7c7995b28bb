import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import styles from './plain.module.css'

export interface PlainTab {
  readonly key: string
  readonly label: string
  readonly content: ReactNode
}

/** Tabs by the WAI-ARIA pattern: arrow keys switch, only the open one is rendered. A single tab has no tab bar. */
export function PlainTabs({ label, tabs }: { readonly label: string; readonly tabs: readonly PlainTab[] }) {
  const id = useId()
  const [chosen, setChosen] = useState(tabs[0]?.key)
  const at = Math.max(
    0,
    tabs.findIndex(({ key }) => key === chosen),
  )
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    const next = (at + step + tabs.length) % tabs.length
    setChosen(tabs[next]?.key)
    const buttons = event.currentTarget.parentElement?.querySelectorAll('button')
    buttons?.[next]?.focus()
  }
  return (
    <>
      {tabs.length > 1 && (
        <div role="tablist" aria-label={label} className={styles.tabs}>
          {tabs.map((tab, index) => (
            <button
              key={tab.key}
              type="button"
              role="tab"
              id={`${id}-${tab.key}`}
              aria-selected={index === at}
              aria-controls={`${id}-panel`}
              tabIndex={index === at ? 0 : -1}
              onClick={() => setChosen(tab.key)}
              onKeyDown={move}
            >
              {tab.label}
            </button>
          ))}
        </div>
      )}
      {/* Same position with one tab or two, so that typed input is kept when the second one appears. */}
      <div
        id={`${id}-panel`}
        key={tabs[at]?.key}
        role={tabs.length > 1 ? 'tabpanel' : undefined}
        aria-labelledby={tabs.length > 1 ? `${id}-${tabs[at]?.key}` : undefined}
      >
        {tabs[at]?.content}
      </div>
    </>
  )
}
