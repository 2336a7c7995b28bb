import type { CallInput, CallResult, Endpoint } from '@natim/contract/endpoint'
import { type QueryKey, useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '@/lib/api/http.ts'
import { endpointKey } from '@/lib/query/use-endpoint.ts'
import { type LazyNode, type Levels, nestLevels, ROOTS } from './tree-levels.ts'

const FRESH_MS = 10_000

/** Query of one tree level. */
export interface LevelQuery {
  readonly queryKey: QueryKey
  /** ms; a level just loaded for its spinner is not loaded again for rendering. */
  readonly staleTime: number
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<readonly LazyNode[]>
}

/** A level from an endpoint of the contract. */
export function levelQuery<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  nodesOf: (answer: CallResult<E>) => readonly LazyNode[],
): LevelQuery {
  return {
    queryKey: [...endpointKey(endpoint, input), 'level'],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => nodesOf(await call(endpoint, input, { signal, silent: true })),
  }
}

export interface LazyTree {
  readonly nodes: LazyNode[]
  /** Keys with loaded children; for antd's `loadedKeys`, so that a failed level can be opened again. */
  readonly loadedKeys: string[]
  readonly isLoading: boolean
  /** Failure of the roots or of a level. */
  readonly error: Error | null
  readonly retry: () => void
  /** Resolves when the children are loaded or failed to load. */
  readonly loadChildren: (key: string) => Promise<void>
}

const NONE: readonly string[] = []

/**
 * A tree whose levels are loaded on demand. Another source starts a new tree.
 *
 * @param source identifies the tree: the arguments of `levelOf`, as text
 * @param levelOf the level below a key, {@link ROOTS} for the top; undefined = not allowed to ask
 */
export function useLazyTree(source: string, levelOf: (parent: string) => LevelQuery | undefined): LazyTree {
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState<{ readonly source: string; readonly keys: readonly string[] }>({
    source,
    keys: NONE,
  })
  const keys = opened.source === source ? opened.keys : NONE
  const parents = [ROOTS, ...keys]
  const queries = parents.flatMap((parent) => levelOf(parent) ?? [])
  const answers = useQueries({ queries })
  const levels: Levels = new Map(
    parents.flatMap((parent, index) => {
      const nodes = answers[index]?.data
      return nodes === undefined ? [] : [[parent, nodes] as const]
    }),
  )
  const loadChildren = async (key: string) => {
    const query = levelOf(key)
    if (query === undefined) return
    setOpened((before) => {
      const known = before.source === source ? before.keys : NONE
      return { source, keys: known.includes(key) ? known : [...known, key] }
    })
    // Shares the request of the level, which is rendered by then. The level reports its failure.
    await queryClient.fetchQuery(query).catch(() => undefined)
  }
  const failed = answers.find((answer) => answer.isError)
  return {
    nodes: nestLevels(levels),
    loadedKeys: keys.filter((key) => levels.has(key)),
    isLoading: answers[0]?.isLoading ?? false,
    error: failed?.error ?? null,
    retry: () => void Promise.all(answers.filter((answer) => answer.isError).map((answer) => answer.refetch())),
    loadChildren,
  }
}
