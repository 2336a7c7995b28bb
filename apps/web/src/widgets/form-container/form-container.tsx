import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import styles from './form-container.module.css'

export interface FormContainerProps {
  readonly disabled?: boolean
  readonly children: ReactNode
  /** What can be used all the same: attachments to open, a comment to add. */
  readonly edit?: ReactNode
}

/** A form that is only looked at (WG-24): everything inside is disabled but the edit slot. */
export function FormContainer({ disabled = false, children, edit }: FormContainerProps) {
  return (
    <>
      <fieldset className={styles.fields} disabled={disabled}>
        <ConfigProvider componentDisabled={disabled}>{children}</ConfigProvider>
      </fieldset>
      {edit}
    </>
  )
}
