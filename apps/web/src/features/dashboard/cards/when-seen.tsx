import type { ComponentType } from 'react'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { useSeen } from '../../../lib/use-seen.ts'
import { Panel } from '../../../ui/panel.tsx'
import type { CardProps } from './card.ts'
import { CardOutline } from './card-outline.tsx'

/** A card below the first viewport: its code and data load when it is scrolled near. */
export function whenSeen(title: string, rows: number, load: () => Promise<ComponentType<CardProps>>) {
  const Waiting = () => (
    <Panel title={title}>
      <CardOutline rows={rows} />
    </Panel>
  )
  const Card = lazyPart(load, Waiting)
  return function CardWhenSeen(props: CardProps) {
    const [ref, isSeen] = useSeen<HTMLDivElement>()
    return <div ref={ref}>{isSeen ? <Card {...props} /> : <Waiting />}</div>
  }
}
