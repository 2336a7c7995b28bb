import { message } from '@natim/contract/system/message.resource'
import type { Db } from '../../platform/db/db.ts'
import { createResource, resourceImport, serve } from '../resource/index.ts'

/** 消息: sent and pending messages. */
export const MESSAGE = serve(message, { table: 'sysSms' })

/** Imported messages are pending. */
export const createMessageImport = (db: Db) => resourceImport(db, message, createResource(db, MESSAGE))
