import { Avatar, Tooltip } from 'antd'

export interface Person {
  readonly name: string
  /** Picture; without one the first character of the name is shown. */
  readonly src?: string
}

export interface AvatarListProps {
  readonly people: readonly Person[]
  /** Maximum avatars drawn; the others are counted. */
  readonly max?: number
  /** px */
  readonly size?: number
}

/** The first avatars of a group, then the number of the others (WG-23). */
export function AvatarList({ people, max = 5, size = 28 }: AvatarListProps) {
  const hidden = people.slice(max)
  return (
    <Avatar.Group size={size}>
      {people.slice(0, max).map(({ name, src }, index) => (
        // Names may be equal.
        <Tooltip key={`${index} ${name}`} title={name}>
          <Avatar {...(src !== undefined && { src })} alt={name}>
            {[...name][0]}
          </Avatar>
        </Tooltip>
      ))}
      {hidden.length > 0 && (
        <Tooltip title={hidden.map(({ name }) => name).join('、')}>
          <Avatar>+{hidden.length}</Avatar>
        </Tooltip>
      )}
    </Avatar.Group>
  )
}
