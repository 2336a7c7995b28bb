import { describeCron } from '@natim/domain/cron/describe'
import { type CronPart, PART_SPECS } from '@natim/domain/cron/parts'
import { Alert, Button, Input, Tabs } from 'antd'
import { useState } from 'react'
import styles from './cron-input.module.css'
import { PartEditor } from './part-editor.tsx'
import { RunPreview } from './run-preview.tsx'
import type { CronDraftState } from './use-cron-draft.ts'

/** Content of the dialog: the sentence, a tab for each part, the text fields, the next runs. */
export function CronEditor({ state }: { readonly state: CronDraftState }) {
  const { text, fault, parts } = state
  return (
    <div className={styles.editor}>
      <p className={styles.meaning} data-fault={fault !== undefined}>
        {fault ?? describeCron(text)}
      </p>
      <div className={styles.main}>
        <Tabs
          size="small"
          destroyOnHidden
          items={parts.map((part) => ({
            key: part,
            label: PART_SPECS[part].label,
            children: <PartPanel part={part} state={state} />,
          }))}
        />
        <div className={styles.fields}>
          {parts.map((part) => (
            <TypedField
              key={part}
              label={PART_SPECS[part].label}
              text={state.textOf(part)}
              onLeave={(typed) => state.typePart(part, typed)}
            />
          ))}
          <TypedField label="表达式" text={text} onLeave={state.typeText} isWhole />
        </div>
      </div>
      <RunPreview text={text} />
    </div>
  )
}

/** Day and week exclude each other: while one is set, the other is disabled (VA-68). */
function PartPanel({ part, state }: { readonly part: CronPart; readonly state: CronDraftState }) {
  const other = part === 'day' ? 'week' : part === 'week' ? 'day' : undefined
  const isExcluded = other !== undefined && state.draft[part].mode === 'unset' && state.draft[other].mode !== 'unset'
  return (
    <div className={styles.panel}>
      {isExcluded && (
        <Alert
          type="info"
          showIcon
          title={`已按「${PART_SPECS[other].label}」设置，「${PART_SPECS[part].label}」不生效`}
          action={
            <Button size="small" onClick={() => state.setPart(other, { mode: 'unset' })}>
              改按「{PART_SPECS[part].label}」设置
            </Button>
          }
        />
      )}
      <PartEditor
        part={part}
        value={state.draft[part]}
        disabled={isExcluded}
        onChange={(value) => state.setPart(part, value)}
      />
    </div>
  )
}

interface TypedFieldProps {
  readonly label: string
  readonly text: string
  readonly onLeave: (typed: string) => void
  readonly isWhole?: boolean
}

/** A text field that is parsed on blur or Enter. */
function TypedField({ label, text, onLeave, isWhole = false }: TypedFieldProps) {
  const [typed, setTyped] = useState<string>()
  const leave = () => {
    if (typed !== undefined && typed !== text) onLeave(typed)
    setTyped(undefined)
  }
  return (
    <label className={styles.field} data-whole={isWhole}>
      <span className="t-caption">{label}</span>
      <Input
        size="small"
        maxLength={isWhole ? 255 : 180}
        value={typed ?? text}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={leave}
        onPressEnter={leave}
      />
    </label>
  )
}
