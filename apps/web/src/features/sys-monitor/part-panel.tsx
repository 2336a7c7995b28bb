import { formatClock } from '@natim/domain/format'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '@/lib/api/api-error.ts'
import { toServerTime } from '@/lib/clock.ts'
import { Age } from '@/ui/age.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import { Panel, type PanelProps } from '@/ui/panel.tsx'
import { BlockSkeleton } from '@/ui/skeleton.tsx'

interface PartPanelProps<T> extends Pick<PanelProps, 'actions' | 'isFlush'> {
  readonly title: string
  /** Process or machine that the figures belong to. */
  readonly scope?: string
  readonly part: UseQueryResult<T>
  /** Approximate height of the content. */
  readonly skeletonPx?: number
  readonly children: (figures: T) => ReactNode
}

const SKELETON_PX = 280

/** A part of the page that loads, fails and retries independently. Loaded figures stay, with their age. */
export function PartPanel<T>({ title, scope, part, skeletonPx = SKELETON_PX, children, ...panel }: PartPanelProps<T>) {
  const { data, isFetching, dataUpdatedAt } = part
  const failure = failureOf(part)
  const updatedMs = toServerTime(dataUpdatedAt)
  // No age while rows of another filter are the placeholder.
  const age = dataUpdatedAt > 0 && (
    <>
      更新于 <Age tsMs={updatedMs} />
    </>
  )
  return (
    <Panel
      {...panel}
      title={title}
      meta={
        <>
          {scope}
          {scope && age && ' · '}
          {age}
        </>
      }
      isReloading={isFetching && data !== undefined}
      {...(failure && data !== undefined && { error: failure, dataAsOf: formatClock(updatedMs) })}
    >
      {data !== undefined ? (
        children(data)
      ) : failure ? (
        <ErrorState {...failure} />
      ) : (
        <BlockSkeleton height={skeletonPx} />
      )}
    </Panel>
  )
}

function failureOf<T>({ error, refetch }: UseQueryResult<T>) {
  if (error === null) return undefined
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return {
    message: error.message,
    onRetry: () => void refetch(),
    ...(requestId !== undefined && { requestId }),
  }
}
