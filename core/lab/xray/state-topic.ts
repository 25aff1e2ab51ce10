/** The topic in which transaction coordinators keep their states. */
export const STATE_TOPIC = '__transaction_state';
