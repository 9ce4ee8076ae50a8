-- Events and notes that people read get the words of the rest: documents and decisions are reassigned, delegates decide.
-- Entries of the log are never changed; their older names keep their sentences.
UPDATE notifications SET event = CASE event
    WHEN 'paper.handed-over' THEN 'document.reassigned'
    WHEN 'approval.task-moved' THEN 'approval.task-reassigned'
    ELSE 'user.decisions-reassigned' END
  WHERE event IN ('paper.handed-over', 'approval.task-moved', 'user.decisions-passed-on');
UPDATE notification_preferences SET event = CASE event
    WHEN 'paper.handed-over' THEN 'document.reassigned'
    WHEN 'approval.task-moved' THEN 'approval.task-reassigned'
    ELSE 'user.decisions-reassigned' END
  WHERE event IN ('paper.handed-over', 'approval.task-moved', 'user.decisions-passed-on');
UPDATE approval_tasks SET note = 'delegate' WHERE note = 'stands-in';
