/** Server settings by name, as after `-c` on the command line. */
export type PostgresSettings = Readonly<Record<string, string>>

/** Tuned for a 2-core laptop that runs the whole product. */
export const SETTINGS: PostgresSettings = {
  // Reachable by socket only: no port conflicts, no network attack surface.
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  // JIT compilation costs more than our short queries.
  jit: 'off',
  // Data acknowledged to a device must be on disk.
  synchronous_commit: 'on',
  // No replicas here; in return COPY into a table created in the same transaction writes no WAL.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  max_wal_size: '4GB',
  checkpoint_completion_target: '0.9',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  logging_collector: 'off',
  // Statements contain user data.
  log_min_error_statement: 'panic',
}

/** `-c name=value` for each setting. */
export function toArguments(settings: PostgresSettings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
