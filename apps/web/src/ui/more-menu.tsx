import { Dropdown, type MenuProps, Tooltip } from 'antd'
import { useState } from 'react'
import { IconButton } from './icon-button.tsx'

export interface MoreMenuProps {
  /** Whole sentence for those who do not see which row it stands in. */
  readonly label: string
  readonly items: NonNullable<MenuProps['items']>
}

/** The item as it is, or pale and saying why it cannot be chosen. */
export const withRefusal = <Item extends { readonly label: string }>(item: Item, refusal: string | undefined) =>
  refusal === undefined
    ? item
    : {
        ...item,
        disabled: true,
        label: (
          <Tooltip title={refusal} placement="left">
            {item.label}
          </Tooltip>
        ),
      }

/**
 * The button behind which the rest of a row's actions stands. Its menu exists from the first click on, since a list
 * has one in each row; it takes the focus, and gives it back.
 */
export function MoreMenu({ label, items }: MoreMenuProps) {
  const [isOpen, setIsOpen] = useState<boolean>()
  const isNew = isOpen === undefined
  const button = (
    <IconButton
      icon="more"
      aria-label={label}
      aria-haspopup="menu"
      {...(isNew && { onClick: () => setIsOpen(true) })}
    />
  )
  if (isNew) return button
  return (
    <Dropdown
      menu={{ items }}
      trigger={['click']}
      placement="bottomRight"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the menu opens because its button was pressed
      autoFocus
      open={isOpen}
      onOpenChange={setIsOpen}
    >
      {button}
    </Dropdown>
  )
}
