import { defineSealedColumn } from '../../platform/field-encryption/sealed-column.ts'

export const messageContent = defineSealedColumn({ table: 'chat_message', column: 'content', owner: 'session_id', json: false })

export const feedbackComment = defineSealedColumn({ table: 'chat_feedback', column: 'comment', owner: 'message_id', json: false })

export const unreadContent = defineSealedColumn({ table: 'unread_message', column: 'content', owner: 'widget_client_id', json: false })

export const chatSealedColumns = [messageContent, feedbackComment, unreadContent]
