import { Input, type InputRef } from 'antd'
import { useEffect, useRef } from 'react'
import styles from './typed-name.module.css'

interface TypedNameProps {
  readonly expected: string
  readonly onType: (value: string) => void
}

/** Input for the name of what is deleted; focused when the dialog opens. */
export function TypedName({ expected, onType }: TypedNameProps) {
  const field = useRef<InputRef>(null)
  useEffect(() => {
    // The dialog takes the focus when it becomes visible, which is after its content was mounted.
    const timer = setTimeout(() => field.current?.focus())
    return () => clearTimeout(timer)
  }, [])
  return (
    <Input
      ref={field}
      className={styles.field ?? ''}
      aria-label={`输入「${expected}」以确认删除`}
      autoComplete="off"
      placeholder={expected}
      onChange={({ target }) => onType(target.value)}
    />
  )
}
