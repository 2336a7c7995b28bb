import type { ComponentPropsWithRef } from 'react'
import { PlainIcon, type PlainIconName } from './plain/plain-icons.tsx'
import styles from './icon-button.module.css'

export interface IconButtonProps extends ComponentPropsWithRef<'button'> {
  readonly icon: PlainIconName
  /** What it does, for those who do not see the icon. */
  readonly 'aria-label': string
}

/** A small button for rows, where one of antd's in each would cost more than the rest of the row. */
export const IconButton = ({ icon, className, ...rest }: IconButtonProps) => (
  <button type="button" {...rest} className={[styles.button, className].filter(Boolean).join(' ')}>
    <PlainIcon name={icon} />
  </button>
)
