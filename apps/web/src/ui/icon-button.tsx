import type { ComponentPropsWithRef, ReactElement } from 'react'
import styles from './icon-button.module.css'
import { PlainIcon, type PlainIconName } from './plain/plain-icons.tsx'

export interface IconButtonProps extends ComponentPropsWithRef<'button'> {
  readonly icon: PlainIconName | ReactElement
  /** What it does, for those who do not see the icon. */
  readonly 'aria-label': string
  /** The same for those who do, under the pointer or the focus. */
  readonly hasTip?: boolean
  /** As large as the other controls of a bar, instead of a row's. */
  readonly isLarge?: boolean
}

/** A button of one sign: in rows, where one of antd's in each would cost more than the rest, and in the frame, which does without antd. */
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
