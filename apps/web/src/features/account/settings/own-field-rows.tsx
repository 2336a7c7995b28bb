import { CheckOutlined, LoadingOutlined } from '@ant-design/icons'
import { DatePicker, Input, Segmented } from 'antd'
import dayjs from 'dayjs'
import { type ReactNode, useId, useState } from 'react'
import styles from './setting-section.module.css'
import { SettingRow } from './setting-section.tsx'
import { type OwnField, type Saving, useOwnData } from './use-own-data.ts'

interface RowProps {
  readonly field: OwnField
  readonly label: string
  readonly note?: string
}

/** «已保存» beside the control, or the error below it. */
function Saved({ state, children }: { readonly state: Saving; readonly children: ReactNode }) {
  return (
    <>
      <span role="status" className={styles.saved}>
        {state.isSaving && <LoadingOutlined aria-label="保存中" />}
        {state.isSaved && (
          <>
            <CheckOutlined aria-hidden /> 已保存
          </>
        )}
      </span>
      <div className={styles.field}>
        {children}
        {state.error !== undefined && (
          <span role="alert" className={styles.fieldError}>
            {state.error}
          </span>
        )}
      </div>
    </>
  )
}

interface TextRowProps extends RowProps {
  readonly value: string
  readonly maxLength: number
}

/** A text that is saved on blur or Enter; Esc reverts it. */
export function TextRow({ field, label, note, value, maxLength }: TextRowProps) {
  const labelId = useId()
  const [typed, setTyped] = useState<string>()
  const { save, forget, ...saving } = useOwnData(field)
  const commit = () => {
    if (typed !== undefined && typed.trim() !== value) void save(typed.trim())
  }
  return (
    <SettingRow labelId={labelId} label={label} note={note}>
      <Saved state={saving}>
        <Input
          aria-labelledby={labelId}
          value={saving.isSaved ? value : (typed ?? value)}
          maxLength={maxLength}
          status={saving.error === undefined ? '' : 'error'}
          onChange={(event) => {
            forget()
            setTyped(event.target.value)
          }}
          onBlur={commit}
          onPressEnter={commit}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            forget()
            setTyped(undefined)
          }}
        />
      </Saved>
    </SettingRow>
  )
}

const SEX = [
  { value: 1, label: '男' },
  { value: 2, label: '女' },
] as const

export function SexRow({ value }: { readonly value: number | null }) {
  const labelId = useId()
  const { save, forget: _unused, ...saving } = useOwnData('sex')
  return (
    <SettingRow labelId={labelId} label="性别">
      <Saved state={saving}>
        <Segmented
          aria-labelledby={labelId}
          options={[...SEX]}
          // With undefined the control would pick the first option itself.
          value={value ?? 0}
          disabled={saving.isSaving}
          onChange={(next) => void save(next)}
        />
      </Saved>
    </SettingRow>
  )
}

export function BirthdayRow({ value }: { readonly value: string | null }) {
  const labelId = useId()
  const { save, forget: _unused, ...saving } = useOwnData('birthday')
  return (
    <SettingRow labelId={labelId} label="生日">
      <Saved state={saving}>
        <DatePicker
          aria-labelledby={labelId}
          style={{ width: '100%' }}
          value={value === null ? null : dayjs(value)}
          maxDate={dayjs()}
          disabled={saving.isSaving}
          onChange={(day) => void save(day === null ? '' : day.format('YYYY-MM-DD'))}
        />
      </Saved>
    </SettingRow>
  )
}
