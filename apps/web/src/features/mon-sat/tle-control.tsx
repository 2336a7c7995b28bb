import { Form, Input } from 'antd'
import type { ControlProps } from '@/resource/index.ts'
import styles from './sat.module.css'

/** The two lines of orbit data in a pasted text, with or without a name above them; undefined when they are not both there. */
export function splitTle(text: string): readonly [string, string] | undefined {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const [one, two] = ['1 ', '2 '].map((start) => lines.find((line) => line.startsWith(start) && line.length > 60))
  return one && two ? [one, two] : undefined
}

/** A line of orbit data. Both pasted together go to their own fields. */
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
