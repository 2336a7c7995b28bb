import { Link, type LinkProps } from 'react-router'
import { PLAIN_BUTTON } from '../../ui/plain/plain-button.tsx'

export interface LinkButtonProps extends Omit<LinkProps, 'to'> {
  /** Path of the console. */
  readonly to: string
  readonly isPrimary?: boolean
  readonly isSmall?: boolean
}

/** A link styled as a button: a single tab stop, where a button inside a link would be two. */
export const LinkButton = ({ isPrimary = false, isSmall = false, className, ...rest }: LinkButtonProps) => (
  <Link
    {...rest}
    className={[PLAIN_BUTTON, className].filter(Boolean).join(' ')}
    data-primary={isPrimary}
    data-small={isSmall}
  />
)
