import { message } from '@natim/contract/system/message.resource'
import type { Db } from '../../platform/db/db.ts'
import { createResource, resourceImport, serve } from '../resource/index.ts'

/** 消息: what was sent or waits to be. */
export const MESSAGE = serve(message, { table: 'sysSms' })

/** Sheets add messages that wait to be sent. */
export const createMessageImport = (db: Db) => resourceImport(db, message, createResource(db, MESSAGE))
