import { Form, Input } from 'antd'
import type { ControlProps } from '@/resource/index.ts'
import styles from './sat.module.css'

/** The two TLE lines in a pasted text, with or without a name line; undefined unless both are present. */
export function splitTle(text: string): readonly [string, string] | undefined {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const [one, two] = ['1 ', '2 '].map((start) => lines.find((line) => line.startsWith(start) && line.length > 60))
  return one && two ? [one, two] : undefined
}

/** One TLE line. Pasting both fills both fields. */
export function TleControl({ value, onChange, ...rest }: ControlProps) {
  const form = Form.useFormInstance()
  return (
    <Input
      {...rest}
      className={styles.tle}
      maxLength={80}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange?.(event.target.value)}
      onPaste={(event) => {
        const lines = splitTle(event.clipboardData.getData('text'))
        if (!lines) return
        event.preventDefault()
        const [tle1, tle2] = lines
        form.setFieldsValue({ tle1, tle2 })
        void form.validateFields(['tle1', 'tle2']).catch(() => undefined)
      }}
    />
  )
}
