import { Input, InputNumber, type InputNumberProps, Select, type SelectProps } from 'antd'
import { createContext, type ReactNode, use, useId, useState } from 'react'
import { inUnit, secondsOf, unitOf } from './duration-text.ts'
import styles from './edit.module.css'
import type { Issue } from './rule-draft.ts'

/** Validation issues, set after the first attempt to save. */
export const IssuesContext = createContext<readonly Issue[]>([])

const issueAt = (issues: readonly Issue[], path: string) => issues.find((issue) => issue.path === path)?.message

interface FieldProps {
  /** Path into the rule: `branches.0.forS`; the sentence links here. */
  readonly path: string
  /** The control; the issue is shown below it. */
  readonly children: (given: { readonly status?: 'error'; readonly describedBy?: string }) => ReactNode
  readonly className?: string
}

/** A control with its validation issue. */
export function Field({ path, className, children }: FieldProps) {
  const message = issueAt(use(IssuesContext), path)
  const id = useId()
  return (
    <span className={[styles.field, className].filter(Boolean).join(' ')} data-field={path}>
      {children(message === undefined ? {} : { status: 'error', describedBy: id })}
      {message !== undefined && (
        <span id={id} className={styles.problem} role="alert">
          {message}
        </span>
      )}
    </span>
  )
}

interface NumberFieldProps extends Omit<InputNumberProps<number>, 'onChange' | 'value'> {
  readonly path: string
  readonly label: string
  readonly unit?: string
  readonly value: number | null | undefined
  readonly onChange: (value: number | undefined) => void
}

/** A number with its unit inside the box. */
export function NumberField({ path, label, unit, value, onChange, className, ...rest }: NumberFieldProps) {
  return (
    <Field path={path}>
      {({ status, describedBy }) => (
        <InputNumber<number>
          {...rest}
          aria-label={label}
          aria-describedby={describedBy}
          className={[styles.number, className].filter(Boolean).join(' ')}
          controls={false}
          suffix={unit}
          {...(status && { status })}
          value={value ?? null}
          onChange={(next) => onChange(next ?? undefined)}
        />
      )}
    </Field>
  )
}

interface DurationFieldProps {
  readonly path: string
  readonly label: string
  /** s */
  readonly value: number | undefined
  readonly onChange: (seconds: number) => void
}

/** A duration: `10` in the shown unit, or with an explicit unit: `90 s`, `2 h`. */
export function DurationField({ path, label, value = 0, onChange }: DurationFieldProps) {
  const [typed, setTyped] = useState<string>()
  const unit = unitOf(value)
  const take = (text: string) => {
    const seconds = secondsOf(text, unit)
    if (seconds !== undefined) onChange(seconds)
  }
  return (
    <Field path={path}>
      {({ status, describedBy }) => (
        <Input
          aria-label={label}
          aria-describedby={describedBy}
          className={styles.duration}
          suffix={unit}
          {...(status && { status })}
          value={typed ?? String(inUnit(value, unit))}
          onFocus={() => setTyped(String(inUnit(value, unit)))}
          onChange={({ target }) => {
            setTyped(target.value)
            // A bare number applies at once; one with a unit on blur or Enter.
            if (/^\s*\d+(\.\d+)?\s*$/.test(target.value)) take(target.value)
          }}
          onBlur={({ target }) => {
            take(target.value)
            setTyped(undefined)
          }}
        />
      )}
    </Field>
  )
}

interface ChoiceFieldProps<V extends string | number>
  extends Pick<SelectProps<V>, 'options' | 'className' | 'showSearch' | 'suffixIcon'> {
  readonly path: string
  readonly label: string
  readonly value: V | undefined
  readonly onChange: (value: V) => void
}

/** Choice among a few options. */
export function ChoiceField<V extends string | number>({ path, label, onChange, ...rest }: ChoiceFieldProps<V>) {
  return (
    <Field path={path}>
      {({ status, describedBy }) => (
        <Select<V>
          {...rest}
          aria-label={label}
          aria-describedby={describedBy}
          popupMatchSelectWidth={false}
          {...(status && { status })}
          onChange={(next) => onChange(next)}
        />
      )}
    </Field>
  )
}
