from json import loads

ADD_RESULT = """
    INSERT INTO results (job_id, total)
    SELECT :job, :total
    WHERE NOT EXISTS (SELECT 1 FROM results WHERE job_id = :job)
"""


def process_jobs(conn):
    """Process the pending jobs.

    Both steps of a job can be repeated without harm: a result is added only where there is none, and a job that is
    done stays done. So it does not matter where an earlier call has stopped.
    """
    pending = conn.execute("SELECT id, numbers FROM jobs WHERE status = 'pending' ORDER BY id").fetchall()
    for job, numbers in pending:
        conn.execute(ADD_RESULT, {"job": job, "total": sum(loads(numbers))})
        conn.execute("UPDATE jobs SET status = 'done' WHERE id = :job", {"job": job})
        conn.commit()
