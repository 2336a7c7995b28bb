import type { ComponentPropsWithRef, ReactElement } from 'react'
import styles from './icon-button.module.css'
import { PlainIcon, type PlainIconName } from './plain/plain-icons.tsx'

export interface IconButtonProps extends ComponentPropsWithRef<'button'> {
  readonly icon: PlainIconName | ReactElement
  /** Accessible name of the action. */
  readonly 'aria-label': string
  /** Also shows it as a tooltip on hover and focus. */
  readonly hasTip?: boolean
  /** As large as other controls of a bar, instead of row size. */
  readonly isLarge?: boolean
}

/**
 * An icon-only button: for rows, where an antd button each would be too expensive, and for the frame, which does not
 * use antd.
 */
export const IconButton = ({ icon, hasTip = false, isLarge = false, className, ...rest }: IconButtonProps) => (
  <button
    type="button"
    {...rest}
    className={[styles.button, className].filter(Boolean).join(' ')}
    data-large={isLarge}
    data-tip={hasTip ? rest['aria-label'] : undefined}
  >
    {typeof icon === 'string' ? <PlainIcon name={icon} /> : icon}
  </button>
)
