import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import styles from './form-container.module.css'

export interface FormContainerProps {
  readonly disabled?: boolean
  readonly children: ReactNode
  /** Content that stays enabled: attachments to open, a comment to add. */
  readonly edit?: ReactNode
}

/** A read-only form (WG-24): everything inside is disabled except the edit slot. */
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
